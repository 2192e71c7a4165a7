import { connect as connectHttp2 } from 'node:http2'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { tlsAlert } from './network-errors.js'

// Who speaks TLS or HTTP/2 answers a greeting at once.
const PATIENCE_MS = 2_000

/** Whether a server expects TLS, whatever its certificate is. */
export function speaksTls(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const name = isIP(host) > 0 ? {} : { servername: host }
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || 80, rejectUnauthorized: false, ...name })
    const end = (isTls: boolean) => {
      socket.destroy()
      resolve(isTls)
    }
    socket.setTimeout(PATIENCE_MS, () => end(false))
    socket.once('secureConnect', () => end(true))
    socket.once('close', () => end(false))
    // An alert is an answer in TLS: the server may want a certificate of the client, or another version.
    socket.once('error', ({ message }) => end(tlsAlert(message) !== undefined))
  })
}

/** Whether a server answers to HTTP/2, whatever its certificate is. */
export function speaksHttp2(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const session = connectHttp2(new URL(url).origin, { rejectUnauthorized: false })
    const end = (isHttp2: boolean) => {
      session.destroy()
      resolve(isHttp2)
    }
    session.setTimeout(PATIENCE_MS, () => end(false))
    session.once('remoteSettings', () => end(true))
    session.once('close', () => end(false))
    session.once('error', () => end(false))
  })
}
