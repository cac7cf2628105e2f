/**
 * True if the text is one JSON object or array whose brackets are all closed. The time is linear; strings are skipped.
 */
export const isBalancedJson = (text: string): boolean => {
  const first = text.charAt(0);
  if (first !== '{' && first !== '[') return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return text.slice(at + 1).trim() === '';
    }
  }
  return false;
};
