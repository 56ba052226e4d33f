// What an outside service says, up to a size: an answer without an end would fill the memory of the function that reads it.

/** The text of an answer. Throws where it is longer than `mostBytes`, or where the connection ends before it does. */
export async function boundedText({ body }: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error(`It said more than ${mostBytes} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The same as JSON. Throws of anything else. */
export const boundedJson = async (answer: Response, mostBytes: number): Promise<unknown> =>
  JSON.parse(await boundedText(answer, mostBytes))
