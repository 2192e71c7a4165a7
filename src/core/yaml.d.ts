/** A YAML file as data; `.build/yaml.mjs` reads it, with every integer exact. */
declare module '*.yaml' {
  const data: object
  // oxlint-disable-next-line import/no-default-export -- Data has no name.
  export default data
}
