import { getResponse } from 'msw'
import { panelPage } from 'virtual:panel-page'
import type { OrdersHandlers } from './index.js'

const STYLES = `
  button, iframe { position: fixed; z-index: 2147483647; border: 1px solid #8b8e9b; color-scheme: light dark }
  button {
    right: 16px; bottom: 16px; padding: 8px 14px; border-radius: 8px; font: 500 14px system-ui, sans-serif;
    background: light-dark(#fff, #1b1d23); color: light-dark(#1b1c22, #eceef3); cursor: pointer
  }
  iframe { inset: auto 0 0 0; width: 100%; height: min(70vh, 720px); border-width: 1px 0 0; background: canvas }
  [aria-expanded=true] { bottom: calc(min(70vh, 720px) + 12px) }
`

/**
 * Puts a button into the corner of the page, which opens the control panel of the mock there. Import this in development
 * code only: a production build then omits it.
 * @param handlers what `createOrdersHandlers` returned for `{ control: true }`
 * @returns what removes the button
 * @example
 * if (import.meta.env.DEV) (await import('orders-mock/msw/panel')).showPanelButton(orders)
 */
export function showPanelButton({ handlers, baseUrl }: Pick<OrdersHandlers, 'handlers' | 'baseUrl'>): () => void {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = `<style>${STYLES}</style><button type="button" aria-expanded="false">Orders mock</button>`
  document.body.append(host)
  // Straight to the handlers, without the service worker, which knows this page alone.
  const ask = async (url: string, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url, baseUrl)
    const response = await getResponse(handlers, new Request(new URL(pathname + search, baseUrl), init))
    if (response !== undefined) return response
    throw new TypeError('The control API is off. Call createOrdersHandlers({ control: true }).')
  }
  const button = root.querySelector('button')
  button?.addEventListener('click', () => {
    const frame = root.querySelector('iframe')
    button.ariaExpanded = `${frame === null}`
    if (frame === null) void openPanel(root, ask)
    else frame.remove()
  })
  return () => host.remove()
}

async function openPanel(root: ShadowRoot, ask: typeof fetch | ((url: string) => Promise<Response>)): Promise<void> {
  const frame = document.createElement('iframe')
  frame.title = 'Control panel of orders-mock'
  root.append(frame)
  const html = await unpack(panelPage)
  const { contentDocument: page, contentWindow } = frame
  if (page === null || contentWindow === null) return
  page.open()
  // Now it has the address of this page. The panel adds nothing to the page's history.
  contentWindow.history.replaceState(null, '', '/__mock/panel/')
  contentWindow.history.pushState = contentWindow.history.replaceState.bind(contentWindow.history)
  Object.assign(contentWindow, { fetch: ask })
  page.write(html)
  page.close()
  frame.focus()
}

async function unpack(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
}
