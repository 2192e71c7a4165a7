declare module 'virtual:panel-page' {
  /** The page of the panel, compressed with gzip and in base64; the build makes it. */
  export const panelPage: string
}
