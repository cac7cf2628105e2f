import {
  type ASTNode,
  type GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
// Errors and functions come from yoga and its hooks: graphql's ESM and CJS builds are two packages to `instanceof`.
import { createGraphQLError, type Plugin } from 'graphql-yoga';

/** What one document may hold; the client's own largest has some 60 tokens, depth 2, no alias. */
export const queryLimits = { tokens: 1_000, depth: 8, aliases: 10, rootFields: 20 } as const;

const refuse = (what: string, limit: number, node: ASTNode): GraphQLError =>
  createGraphQLError(`The document has more than ${limit} ${what}.`, { nodes: node });

/** Aliases are counted in the whole document, so that fragments hide none. */
const aliasLimit: ValidationRule = (context) => {
  let aliases = 0;
  return {
    Field: (node) => {
      if (node.alias === undefined) return;
      aliases += 1;
      if (aliases === queryLimits.aliases + 1) {
        context.reportError(refuse('aliases', queryLimits.aliases, node));
      }
    },
  };
};

/** Fields written at the root of an operation: wide documents. */
const rootLimit: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.selectionSet.selections.length > queryLimits.rootFields) {
      context.reportError(refuse('fields at its root', queryLimits.rootFields, node));
    }
  },
});

/**
 * Depth through fragments, each measured once (spread twice in each other they would take 2^n steps). Below
 * `__schema` and `__type` it is not counted: introspection is refused, or wanted as a whole.
 */
const depthLimit: ValidationRule = (context) => {
  const measured = new Map<string, number>();
  const levels = ({ selections }: SelectionSetNode): number =>
    selections.reduce((deepest, selection) => Math.max(deepest, levelsOf(selection)), 0);
  const levelsOf = (selection: SelectionNode): number => {
    switch (selection.kind) {
      case Kind.FIELD: {
        const counted = selection.selectionSet && !selection.name.value.startsWith('__');
        return counted ? 1 + levels(selection.selectionSet) : 1;
      }
      case Kind.INLINE_FRAGMENT:
        return levels(selection.selectionSet);
      case Kind.FRAGMENT_SPREAD:
        return levelsOfFragment(selection.name.value);
    }
  };
  const levelsOfFragment = (name: string): number => {
    const known = measured.get(name);
    if (known !== undefined) return known;
    measured.set(name, 0); // a fragment within itself: another rule refuses it
    const fragment = context.getFragment(name);
    const found = fragment ? levels(fragment.selectionSet) : 0;
    measured.set(name, found);
    return found;
  };
  return {
    OperationDefinition: (node) => {
      if (levels(node.selectionSet) > queryLimits.depth) {
        context.reportError(refuse('levels', queryLimits.depth, node));
      }
    },
  };
};

/** The validation rules for depth, aliases and width. */
export const documentLimits: readonly ValidationRule[] = [aliasLimit, rootLimit, depthLimit];

const noIntrospection: ValidationRule = (context) => ({
  Field: (node) => {
    if (node.name.value !== '__schema' && node.name.value !== '__type') return;
    context.reportError(createGraphQLError('Introspection is disabled.', { nodes: node }));
    return;
  },
});

/**
 * Limits tokens, depth, aliases and width of a document before anything runs. Unless `explorable`, the schema stays
 * unseen: no introspection, no "Did you mean".
 */
export const useQueryLimits = ({ explorable }: { readonly explorable: boolean }): Plugin => ({
  onParse: ({ parseFn, setParseFn }) => {
    setParseFn((source: unknown, options?: object): unknown =>
      parseFn(source, { ...options, maxTokens: queryLimits.tokens }),
    );
  },
  onValidate: ({ addValidationRule, validateFn, setValidationFn }) => {
    for (const rule of documentLimits) addValidationRule(rule);
    if (!explorable) addValidationRule(noIntrospection);
    setValidationFn((schema: unknown, document: unknown, all: unknown, options?: object): unknown =>
      validateFn(schema, document, all, { ...options, hideSuggestions: !explorable }),
    );
  },
});
