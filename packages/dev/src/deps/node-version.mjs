/** @param {string} text */
const parse = (text) => {
  const [major = 0, minor = 0, patch = 0] = text
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  return { major, minor, patch };
};

/**
 * Whether a version is in a range of the form that `engines` uses in this repository: `^A.B.C` and `>=A.B.C` joined by
 * `||`. This is not `semver`, because it runs before packages are installed.
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
