import { getResponse } from 'msw'
import { panelPage } from 'virtual:panel-page'
import type { OrdersHandlers } from './index.js'

const STYLES = `
  :host { all: initial !important }
  button, iframe { position: fixed; z-index: 2147483647; border: 1px solid #8b8e9b; color-scheme: light dark }
  button {
    right: clamp(0px, var(--right, 16px), 100vw - 120px); bottom: clamp(0px, var(--bottom, 16px), 100vh - 40px); padding: 8px 14px; border-radius: 8px; font: 500 14px system-ui, sans-serif;
    background: light-dark(#fff, #1b1d23); color: light-dark(#1b1c22, #eceef3); cursor: pointer;
    touch-action: none
  }
  iframe { inset: auto 0 0 0; width: 100%; height: min(70vh, 720px); border-width: 1px 0 0; background: canvas }
  [aria-expanded=true] { bottom: clamp(min(70vh, 720px) + 12px, var(--bottom, 16px), 100vh - 40px) }
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
  // Beside the body, because a transform of the body would move the button.
  document.documentElement.append(host)
  // Straight to the handlers, without the service worker, which knows this page alone.
  const ask = async (url: string, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url, baseUrl)
    const response = await getResponse(handlers, new Request(new URL(pathname + search, baseUrl), init))
    if (response !== undefined) return response
    throw new TypeError('The control API is off. Call createOrdersHandlers({ control: true }).')
  }
  const button = root.querySelector('button')
  if (button !== null) {
    const isDragged = makeMovable(button)
    const toggle = (): void => {
      const frame = root.querySelector('iframe')
      button.ariaExpanded = `${frame === null}`
      if (frame === null) return void openPanel(root, ask, toggle)
      frame.remove()
      button.focus()
    }
    button.addEventListener('click', () => isDragged() || toggle())
    button.addEventListener('keydown', ({ key }) => key === 'Escape' && button.ariaExpanded === 'true' && toggle())
  }
  return () => host.remove()
}

const STORED_AS = 'orders-mock panel button'
const ARROWS = new Map(
  Object.entries({ ArrowLeft: [24, 0], ArrowRight: [-24, 0], ArrowUp: [0, 24], ArrowDown: [0, -24] }),
)

/**
 * Lets the button be dragged, or moved with the arrow keys, so that it covers nothing; its place is remembered.
 * @returns whether the latest press was a drag
 */
function makeMovable(button: HTMLElement): () => boolean {
  let start: PointerEvent | undefined
  let isDragged = false
  const move = (left: number, up: number): void => {
    const { right, bottom } = button.getBoundingClientRect()
    const place = [innerWidth - right + left, innerHeight - bottom + up]
    putAt(button, place)
    // A browser that blocks its storage forgets it.
    try {
      localStorage.setItem(STORED_AS, place.join(' '))
    } catch {}
  }
  try {
    const stored = localStorage.getItem(STORED_AS)?.split(' ').map(Number) ?? []
    if (stored.length === 2 && stored.every(Number.isFinite)) putAt(button, stored)
  } catch {}
  button.addEventListener('pointerdown', (event) => {
    button.setPointerCapture(event.pointerId)
    start = event
    isDragged = false
  })
  button.addEventListener('pointermove', (event) => {
    if (start === undefined || event.buttons === 0) return
    const [left, up] = [start.clientX - event.clientX, start.clientY - event.clientY]
    if (!isDragged && Math.hypot(left, up) < 5) return
    isDragged = true
    start = event
    move(left, up)
  })
  button.addEventListener('keydown', (event) => {
    isDragged = false
    const [left, up] = ARROWS.get(event.key) ?? []
    if (left === undefined || up === undefined) return
    event.preventDefault()
    move(left, up)
  })
  return () => isDragged
}

/** @param place the distances to the right and the bottom of the window, in pixels; the styles keep it inside */
function putAt(button: HTMLElement, [right = 0, bottom = 0]: readonly number[]): void {
  button.style.setProperty('--right', `${right}px`)
  button.style.setProperty('--bottom', `${bottom}px`)
}

async function openPanel(
  root: ShadowRoot,
  ask: typeof fetch | ((url: string) => Promise<Response>),
  onClose: () => void,
): Promise<void> {
  const frame = document.createElement('iframe')
  frame.title = 'Control panel of orders-mock'
  // The panel says so when Escape has nothing else to close.
  frame.addEventListener('close', onClose)
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
