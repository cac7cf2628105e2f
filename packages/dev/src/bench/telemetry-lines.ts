/** Returns telemetry lines of 60 to 160 characters, as a device sends them during a flood. */
export const telemetryLines = (bytes: number): Uint8Array => {
  const line = (number: number): string =>
    `+ADATA: 1,${number},${number * 2},4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,${'3302,'.repeat(number % 16)}25,26,2\r\n`;
  const lines: string[] = [];
  for (let number = 1, length = 0; length < bytes; number += 1) {
    lines.push(line(number));
    length += lines.at(-1)?.length ?? 0;
  }
  return new TextEncoder().encode(lines.join('').slice(0, bytes));
};
