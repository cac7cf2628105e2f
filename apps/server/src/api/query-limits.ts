import {
  type ASTNode,
  GraphQLError,
  Kind,
  parse,
  type ParseOptions,
  type Source,
  validate,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** What one document may hold; the client's own largest has some 60 tokens, depth 2, no alias. */
export const queryLimits = { tokens: 1_000, depth: 8, aliases: 10, rootFields: 20 } as const;

const refuse = (what: string, limit: number, node: ASTNode): GraphQLError =>
  new GraphQLError(`The document has more than ${limit} ${what}.`, { nodes: node });

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

/** Depth through fragments; below `__schema` it is not counted (introspection is refused or wanted as a whole). */
const depthLimit: ValidationRule = (context) => {
  const exceeds = (node: ASTNode, depth: number, inside: readonly string[]): boolean => {
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const name = node.name.value;
      const fragment = inside.includes(name) ? undefined : context.getFragment(name);
      return fragment ? exceeds(fragment, depth, [...inside, name]) : false;
    }
    if (!('selectionSet' in node) || node.selectionSet === undefined) {
      return depth > queryLimits.depth;
    }
    if (node.kind === Kind.FIELD && node.name.value.startsWith('__')) return false;
    if (depth > queryLimits.depth) return true;
    return node.selectionSet.selections.some((child) =>
      exceeds(child, child.kind === Kind.FIELD ? depth + 1 : depth, inside),
    );
  };
  return {
    OperationDefinition: (node) => {
      if (exceeds(node, 0, [])) {
        context.reportError(refuse('levels', queryLimits.depth, node));
      }
    },
  };
};

const limits: readonly ValidationRule[] = [aliasLimit, rootLimit, depthLimit];

/** Limits tokens, depth, aliases and width of a document before anything runs; says no "Did you mean". */
export const useQueryLimits = (options: { readonly suggestions: boolean }): Plugin => ({
  onParse: ({ setParseFn }) => {
    setParseFn((source: string | Source, parseOptions?: ParseOptions) =>
      parse(source, { ...parseOptions, maxTokens: queryLimits.tokens }),
    );
  },
  onValidate: ({ addValidationRule, setValidationFn }) => {
    for (const rule of limits) addValidationRule(rule);
    setValidationFn((schema, document, rules, validateOptions) =>
      validate(schema, document, rules, {
        ...validateOptions,
        hideSuggestions: !options.suggestions,
      }),
    );
  },
});
