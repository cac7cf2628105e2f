/** @param {string} text */
const parse = (text) => {
  const [major = 0, minor = 0, patch = 0] = text
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  return { major, minor, patch };
};

/**
 * Whether a version lies in a range of the form package.json's `engines` uses here: `^A.B.C` and `>=A.B.C` joined by
 * `||`. Written by hand because it runs before `semver` can be installed.
 * @param {string} version "20.19.0"
 * @param {string} range "^20.19.0 || >=24.0.0"
 */
export function nodeSatisfies(version, range) {
  const have = parse(version);
  return range.split('||').some((part) => {
    const [, operator, text] = /^(\^|>=)(\d+\.\d+\.\d+)$/.exec(part.trim()) ?? [];
    if (text === undefined) throw new Error(`engines.node: cannot read "${part.trim()}"`);
    const want = parse(text);
    if (operator === '^' && have.major !== want.major) return false;
    if (have.major !== want.major) return have.major > want.major;
    if (have.minor !== want.minor) return have.minor > want.minor;
    return have.patch >= want.patch;
  });
}
