import { vi } from 'vitest'

type Answer = { status: number; body?: string }

/** The file store as `XMLHttpRequest` meets it: takes forms, tells progress, refuses when told to. */
export function fakeFileStore(answer: () => Answer | Promise<Answer> = () => ({ status: 204 })) {
  const posts: { url: string; form: FormData }[] = []

  class Request {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onerror?: () => void
    status = 0
    responseText = ''
    url = ''
    open(_method: string, url: string) {
      this.url = url
    }
    async send(form: FormData) {
      posts.push({ url: this.url, form })
      this.upload.onprogress?.({ loaded: 50, total: 100 })
      const { status, body = '' } = await answer()
      this.status = status
      this.responseText = body
      if (status === 0) this.onerror?.()
      else this.onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return posts
}
