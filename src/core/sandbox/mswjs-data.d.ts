// The package is built with what is used of the library: see .build/bundle-mswjs-data.mjs.
declare module '#mswjs-data' {
  export { Database } from '@mswjs/data/lib/db/Database.js'
}
