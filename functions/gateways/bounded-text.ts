/** The body of an answer, of at most so many bytes: who says more is not listened to further, and it throws. */
export async function readBounded(answer: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error('It said too much.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
