/**
 * The properties of a Form.Item and of its field that show a problem. A screen reader reads the problem with the field,
 * also when the user returns to it [PAGE-296]. antd ties only the fields of its own store to their problems.
 */
export const fieldProblem = (id: string, problem: string | undefined) => {
  const problemId = `${id}-problem`;
  return problem === undefined
    ? ({ item: {}, field: {} } as const)
    : ({
        item: { validateStatus: 'error', help: <div id={problemId}>{problem}</div> },
        field: { 'aria-invalid': true, 'aria-describedby': problemId },
      } as const);
};
