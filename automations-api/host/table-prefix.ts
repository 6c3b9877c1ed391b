/** A Kysely plugin that adds the WordPress prefix to table names. */
import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type SchemableIdentifierNode,
} from 'kysely';
import { type AnyDb, withTables } from '../../shared/db/with-tables.ts';

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

/** Returns the database with the prefix added to the names of these tables. */
export const withPrefix = <Expected extends AnyDb>(db: AnyDb, prefix: string, tables: readonly string[]): Expected =>
  withTables(prefix === '' ? db : db.withPlugin(new TablePrefix(prefix, tables)));
