// The little XML that CloudFront's operations on tenants need.

const escapeXml = (text: string) => text.replace(/[<>&]/g, (char) => `&#${char.charCodeAt(0)};`)

export type Xml = string | boolean | undefined | Xml[] | { [name: string]: Xml }

/** `{ A: { B: 'x' } }` as XML; a list repeats its element, undefined leaves it out. */
export function toXml(value: { [name: string]: Xml }): string {
  return Object.entries(value)
    .flatMap(([name, part]) =>
      Array.isArray(part) ? part.map((item) => [name, item] as const) : [[name, part] as const],
    )
    .map(([name, part]) => {
      if (part === undefined) return ''
      return `<${name}>${typeof part === 'object' && !Array.isArray(part) ? toXml(part) : escapeXml(String(part))}</${name}>`
    })
    .join('')
}

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}

/** The inside of the first element of this name, tags and all. */
export function insideOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1] ?? ''
}
