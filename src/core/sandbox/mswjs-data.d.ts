/** The part of the library that is used, typed as it is used: rows of any shape, by text. */
declare module '@mswjs/data/lib/db/Database.js' {
  export class Database<Rows extends Readonly<Record<string, unknown>>> {
    constructor(models: { readonly [name in keyof Rows]: object })
    /** The rows of a model by their primary key. */
    getModel<Name extends keyof Rows>(name: Name): Map<string, Rows[Name]>
  }
}
