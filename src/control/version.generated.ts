// Generated from package.json by `npm run generate`. Do not edit.

/** The version of this package, for hosts that cannot read its files. */
export const version = "0.1.0"
