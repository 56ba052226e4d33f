// Keeps user data unreadable in local storage: AES-GCM under a key that lives in IndexedDB and cannot be exported.
import { base64ToBytes, bytesToBase64, bytesToText, textToBytes } from './bytes.ts'
import { readKey, writeKey } from './storage.ts'

const database = 'leadloom'
const store = 'keys'

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return asPromise(request)
}

/** What this browser keeps for good under a name, made when it is first asked for. */
export async function keepForGood(name: string, make: () => unknown): Promise<unknown> {
  const db = await open()
  const read = (): Promise<unknown> => asPromise(db.transaction(store).objectStore(store).get(name))
  const found = await read()
  if (found !== undefined) return found
  const made = await make()
  // Two tabs may start at once: `add` lets the first one win, and both then use what is stored.
  const keys = db.transaction(store, 'readwrite').objectStore(store)
  await asPromise(keys.add(made, name)).catch(() => undefined)
  return (await read()) ?? made
}

async function loadKey(): Promise<CryptoKey> {
  const makeKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const key = await keepForGood('user', makeKey)
  if (!(key instanceof CryptoKey)) throw new Error('The key store holds something else than a key.')
  return key
}

let key: Promise<CryptoKey> | undefined
const vaultKey = () => {
  key ??= loadKey().catch((error) => {
    key = undefined
    throw error
  })
  return key
}

/** Stores a value encrypted. Where the browser offers no key store, nothing is stored and the server is asked again. */
export async function writeSecret(name: string, value: unknown) {
  try {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      await vaultKey(),
      textToBytes(JSON.stringify(value)),
    )
    writeKey(name, `${bytesToBase64(iv)}.${bytesToBase64(new Uint8Array(sealed))}`)
  } catch {
    writeKey(name, null)
  }
}

/** Reads a value back, or null when it is missing, was sealed by another key, or was tampered with. */
export async function readSecret(name: string): Promise<unknown> {
  const [iv, sealed] = (readKey(name) ?? '').split('.')
  if (!iv || !sealed) return null
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: base64ToBytes(iv) },
      await vaultKey(),
      base64ToBytes(sealed),
    )
    return JSON.parse(bytesToText(new Uint8Array(plain)))
  } catch {
    return null
  }
}
