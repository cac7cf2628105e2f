const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 1_000;
/** Minimum number of characters that remain after the guessable parts of a password are removed. */
const SHORTEST_REST = 5;

/** Common parts of passwords that guessing programs try first, and names related to this product. */
const COMMON_WORDS = `
  password passwort passw0rd motdepasse contrasena parola geheim secret letmein welcome willkommen
  changeme default admin administrator master manager service support guest user username login
  access system server computer internet root toor test testing demo batbot battery batterie
  technician client viewer inactive company office hello hallo iloveyou ichliebedich sunshine
  princess dragon monkey football baseball basketball superman batman pokemon starwars trustno
  whatever michael jennifer jordan charlie ashley daniel thomas freedom shadow killer flower
  summer winter spring autumn sommer january february october november december monday friday love
  abc pass word correct horse staple qwerty qwertz azerty asdf zxcv yxcv qaz wsx edc
`
  .trim()
  .split(/\s+/)
  .toSorted((a, b) => b.length - a.length);

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];

/** Replaces common substitutions by the letters that they stand for. */
const plainLetters = (text: string): string => {
  const letters: Readonly<Record<string, string>> = {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '1': 'i',
    '!': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
  };
  return text.replace(/[@4310!$5]/g, (character) => letters[character] ?? character);
};

const reversed = (text: string): string => text.split('').toReversed().join('');
const ROWS = SEQUENCES.flatMap((sequence) => [sequence, reversed(sequence)]);

const withoutSequences = (text: string): string => {
  let rest = '';
  for (let at = 0; at < text.length;) {
    let run = 1;
    for (const sequence of ROWS) {
      let length = 3;
      while (at + length <= text.length && sequence.includes(text.slice(at, at + length)))
        length += 1;
      run = Math.max(run, length > 3 ? length - 1 : 1);
    }
    if (run === 1) rest += text[at] ?? '';
    at += run;
  }
  return rest;
};

const withoutWords = (text: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), text);

/** Returns the repeated part of a text: `abab` gives `ab`, `abc` gives `abc`. */
const repeatedPart = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;

/**
 * Returns why a password is too easy to guess, as a sentence; undefined for a good one. Only length and guessability
 * count (ASVS 6.2.1, 6.2.4, 6.2.12): digits and special characters are not required. `names` are the user's own name
 * and e-mail address.
 */
export const weaknessOf = (password: string, names: readonly string[]): string | undefined => {
  if (password.length < SHORTEST_PASSWORD) {
    return `The password needs at least ${SHORTEST_PASSWORD} characters.`;
  }
  if (password.length > LONGEST_PASSWORD) {
    return `The password may have ${LONGEST_PASSWORD} characters.`;
  }
  const text = password.normalize('NFKC').toLowerCase();
  const own = names
    .flatMap((name) =>
      name
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((name) => name.length > 2);
  const rests = [text, plainLetters(text)].map((spelling) => {
    const rest = withoutSequences(withoutWords(spelling, [...own, ...COMMON_WORDS]));
    return new Set(repeatedPart(rest.replace(/[^\p{L}\p{N}]/gu, ''))).size;
  });
  return Math.min(...rests) < SHORTEST_REST
    ? 'The password is easy to guess: it is made of common words, names, rows of keys or repetitions.'
    : undefined;
};
