/** Resolves after React has rendered the last change and the browser has painted it. */
export const rendered = async (): Promise<void> => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
};
