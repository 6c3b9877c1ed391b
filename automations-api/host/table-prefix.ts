/** Puts the WordPress prefix before the names of a plugin's tables, wherever a query names them. */
import {
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type SchemableIdentifierNode,
} from 'kysely';

class PrefixTransformer extends OperationNodeTransformer {
  readonly #prefixed: Map<string, string>;

  constructor(prefix: string, tables: readonly string[]) {
    super();
    this.#prefixed = new Map(tables.map((table) => [table, prefix + table]));
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode, queryId: QueryId) {
    const transformed = super.transformSchemableIdentifier(node, queryId);
    const name = this.#prefixed.get(transformed.identifier.name);
    return name === undefined ? transformed : { ...transformed, identifier: { ...transformed.identifier, name } };
  }
}

class TablePrefix implements KyselyPlugin {
  readonly #transformer: PrefixTransformer;

  constructor(prefix: string, tables: readonly string[]) {
    this.#transformer = new PrefixTransformer(prefix, tables);
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.#transformer.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

/** The same database, in which each of `tables` stands for the table of that name under the prefix. */
export const withPrefix = <Tables>(db: Kysely<Tables>, prefix: string, tables: readonly string[]): Kysely<Tables> =>
  prefix === '' ? db : db.withPlugin(new TablePrefix(prefix, tables));
