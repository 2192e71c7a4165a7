import type { OrdersApiError } from 'orders-mock/client'

interface KeyFormProps {
  /** The key that was refused, if one was sent. */
  readonly refusedKey: string | undefined
  readonly refusal: OrdersApiError
  readonly onKey: (key: string) => void
}

/** Asks for a key, because the service answered 401. */
export function KeyForm({ refusedKey, refusal, onKey }: KeyFormProps) {
  const submit = (form: FormData): void => {
    const key = form.get('key')
    if (typeof key === 'string') onKey(key.trim())
  }
  return (
    <form className="card key-form" action={submit}>
      <h2>{refusedKey === undefined ? 'Please sign in' : 'This key does not open the store'}</h2>
      <p role="alert">{refusal.error?.message ?? 'The store asks for an API key.'}</p>
      <label>
        API key
        <input name="key" defaultValue={refusedKey} required autoFocus autoComplete="off" spellCheck={false} />
      </label>
      <button className="primary">Open the store</button>
    </form>
  )
}
