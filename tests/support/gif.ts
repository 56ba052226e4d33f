// A moving picture made by hand: frames of one colour, with the notes that programs leave in it.

const u16 = (value: number) => [value & 255, value >> 8]

/** A comment, and what a program wrote down. */
const notes = Buffer.concat([
  Buffer.from([0x21, 0xfe, 9]),
  Buffer.from('GPS 41.8N'),
  Buffer.from([0, 0x21, 0xff, 11]),
  Buffer.from('XMP DataXMP'),
  Buffer.from([6]),
  Buffer.from('secret'),
  Buffer.from([0]),
])

export function gif(width: number, height: number, { frames = 2 }: { frames?: number } = {}): Buffer {
  const screen = Buffer.from([
    ...Buffer.from('GIF89a'),
    ...u16(width),
    ...u16(height),
    0x80,
    0,
    0,
    15,
    118,
    110,
    255,
    255,
    255,
  ])
  const loop = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('NETSCAPE2.0'), Buffer.from([3, 1, 0, 0, 0])])
  // One pixel of each frame is drawn: enough for every browser, and small for any size.
  const frame = (at: number) =>
    Buffer.from([
      ...[0x21, 0xf9, 4, 0, ...u16(50), 0, 0],
      ...[0x2c, ...u16(at), ...u16(0), ...u16(1), ...u16(1), 0],
      ...[2, 2, 0x44, 0x01, 0],
    ])
  return Buffer.concat([
    screen,
    loop,
    notes,
    ...Array.from({ length: frames }, (_, at) => frame(at)),
    Buffer.from([0x3b]),
    Buffer.from('behind the end'),
  ])
}
