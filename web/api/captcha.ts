// Shows the captcha service that a person is here. Its script is fetched only on sites that have a key for it.
type Service = {
  ready: (then: () => void) => void
  execute: (key: string, options: { action: string }) => Promise<string>
}

const WAIT_MS = 10_000
/** A key of the local environment: its double of the service gives tokens without asking anybody. */
const isLocal = (key: string) => key.startsWith('local-')

function loadScript(key: string): Promise<Service> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(key)}`
    script.async = true
    script.onerror = reject
    script.onload = () => {
      const { grecaptcha }: { grecaptcha?: Service } = window as { grecaptcha?: Service } // @NOTE what this very script defines
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('The captcha script defines nothing.'))
    }
    document.head.append(script)
  })
}

let loading: Promise<Service> | undefined

/** Fetches the script ahead of its first use. */
function prepareCaptcha(key: string): Promise<Service> | undefined {
  if (!key || isLocal(key)) return undefined
  loading ??= loadScript(key).catch((error) => {
    loading = undefined
    throw error
  })
  loading.catch(() => undefined)
  return loading
}

async function localToken(): Promise<string> {
  const answer = await fetch('/_local/captcha', { method: 'POST' })
  return answer.ok ? answer.text() : ''
}

/** A token for one call; empty where no key is configured or the service cannot be reached, which the server then judges. */
export async function solveCaptcha(key: string, action: string): Promise<string> {
  if (!key) return ''
  const late = new Promise<string>((resolve) => setTimeout(resolve, WAIT_MS, ''))
  const solve = isLocal(key) ? localToken() : prepareCaptcha(key)?.then((service) => service.execute(key, { action }))
  return Promise.race([Promise.resolve(solve).then((token) => token ?? ''), late]).catch(() => '')
}
