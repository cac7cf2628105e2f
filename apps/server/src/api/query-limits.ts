import {
  type ASTNode,
  type GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
// Errors and functions come from yoga and its hooks: graphql's ESM and CJS builds have different classes for
// `instanceof`.
import { createGraphQLError, type Plugin } from 'graphql-yoga';

/** Limits of one document. The largest document of the client has about 60 tokens, depth 2 and no alias. */
export const queryLimits = { tokens: 1_000, depth: 8, aliases: 10, rootFields: 20 } as const;

const refuse = (what: string, limit: number, node: ASTNode): GraphQLError =>
  createGraphQLError(`The document has more than ${limit} ${what}.`, { nodes: node });

/** Limits the aliases in the whole document, including those in fragments. */
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

const rootLimit: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.selectionSet.selections.length > queryLimits.rootFields) {
      context.reportError(refuse('fields at its root', queryLimits.rootFields, node));
    }
  },
});

/**
 * Limits the depth, including fragments. Each fragment is measured once; otherwise fragments that are spread twice
 * would take 2^n steps. Levels below `__schema` and `__type` do not count: introspection is either refused or allowed
 * completely.
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
    measured.set(name, 0); // ends the recursion of a fragment that spreads itself; another rule refuses such a document
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

export const documentLimits: readonly ValidationRule[] = [aliasLimit, rootLimit, depthLimit];

const noIntrospection: ValidationRule = (context) => ({
  Field: (node) => {
    if (node.name.value !== '__schema' && node.name.value !== '__type') return;
    context.reportError(createGraphQLError('Introspection is disabled.', { nodes: node }));
  },
});

/**
 * Limits tokens, depth, aliases and width of a document before it is executed. Unless `explorable`, the schema is
 * hidden: introspection and "Did you mean" suggestions are off.
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
