const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;

/** Returns the first key that an object of valid JSON contains twice: `JSON.parse` keeps only its last value. */
export const repeatedKey = (json: string): string | undefined => {
  const open: Set<unknown>[] = [];
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key: unknown = JSON.parse(token.slice(0, -colon.length));
      if (open.at(-1)?.has(key) === true) return String(key);
      open.at(-1)?.add(key);
    }
  }
  return undefined;
};
