/** Where secrets are, and the shell expression for each of them. */
export interface SecretFinder {
  readonly pattern: RegExp
  readonly expressionOf: (secret: string) => string
}

type Quoting = 'none' | 'single' | 'double' | 'comment'

/**
 * Takes secrets out of a command line so that it still does the same: single quotes around one become double quotes, in
 * which the shell puts in its variable.
 */
export function redactShell(line: string, { pattern, expressionOf }: SecretFinder): string {
  const reader = new ShellReader()
  let read = 0
  for (const { 0: value, index } of line.matchAll(pattern)) {
    reader.read(line.slice(read, index))
    const end = index + value.length
    reader.putSecret(delimited(expressionOf(value), line.charAt(end)))
    read = end
  }
  reader.read(line.slice(read))
  return reader.end()
}

/** A variable whose name would go on in what follows it is put in braces. */
export function delimited(expression: string, next: string): string {
  return /^\$\w+$/.test(expression) && /\w/.test(next) ? `\${${expression.slice(1)}}` : expression
}

class ShellReader {
  #done = ''
  /** What has been read since the last opening single quote: texts, and secrets at the odd places. */
  #single: string[] = ['']
  #quotings: Quoting[] = ['none']

  read(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const isEscape = text[at] === '\\' && (this.#quoting === 'none' || this.#quoting === 'double')
      const token = isEscape || text.startsWith('$(', at) ? text.slice(at, at + 2) : text.charAt(at)
      this.#take(token)
      at += token.length - 1
    }
  }

  putSecret(expression: string): void {
    if (this.#quoting === 'single') this.#single.push(expression, '')
    else this.#done += this.#quoting === 'none' ? `"${expression}"` : expression
  }

  end(): string {
    if (this.#quoting === 'single') this.#done += `'${this.#single.join('')}`
    return this.#done
  }

  get #quoting(): Quoting {
    return this.#quotings.at(-1) ?? 'none'
  }

  #take(token: string): void {
    const quoting = this.#quoting
    if (quoting === 'single') {
      if (token === "'") this.#closeSingle()
      else this.#single.push((this.#single.pop() ?? '') + token)
      return
    }
    const isWordStart = /(?:^|\s)$/.test(this.#done.slice(-1))
    if (quoting === 'none' && token === "'") this.#quotings.push('single')
    else this.#done += token
    if (quoting === 'comment') {
      if (token === '\n') this.#quotings.pop()
    } else if (token === '$(') this.#quotings.push('none')
    else if (token === '"') this.#toggleDouble(quoting)
    else if (quoting === 'none' && token === ')' && this.#quotings.length > 1) this.#quotings.pop()
    else if (quoting === 'none' && token === '#' && isWordStart) this.#quotings.push('comment')
  }

  #toggleDouble(quoting: Quoting): void {
    if (quoting === 'double') this.#quotings.pop()
    else this.#quotings.push('double')
  }

  #closeSingle(): void {
    this.#quotings.pop()
    const texts = this.#single.filter((_, index) => index % 2 === 0)
    const isPlain = texts.every((text) => !/["$`\\!]/.test(text))
    if (texts.length === 1) this.#done += `'${texts[0]}'`
    else if (isPlain) this.#done += `"${this.#single.join('')}"`
    else this.#done += this.#single.map((part, index) => (index % 2 === 0 ? `'${part}'` : `"${part}"`)).join('')
    this.#single = ['']
  }
}
