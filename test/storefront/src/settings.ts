declare global {
  /** What `.env` and the environment may say. */
  interface ImportMetaEnv {
    /** Base address of the API. Default: `/v1` below the page's own origin. */
    readonly VITE_ORDERS_URL?: string
    /** The key to begin with. */
    readonly VITE_ORDERS_KEY?: string
    /** If it is set, the API is mocked inside the page, and no server is needed. */
    readonly VITE_MOCK?: string
  }
}

export const ORDERS_URL = import.meta.env.VITE_ORDERS_URL ?? '/v1'
