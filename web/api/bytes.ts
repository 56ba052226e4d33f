// Text and bytes. `btoa` alone knows only Latin-1, and tokens and hashes use the URL-safe alphabet.

export const textToBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
export const bytesToText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

export function bytesToBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
