import { describe, expect, it } from 'vitest'
import { cleanPageUrl, isBot, isOfSite, isPrefetch, optsOut, readSignals, refuseVisit } from '#shared/pixel.ts'

const silent = { gpc: '', dnt: '', purpose: '' }
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const signalsOf = (headers: Record<string, string>) => readSignals((name) => headers[name])

describe('refuseVisit', () => {
  it.each([
    { name: 'an ordinary visit', visit: {}, expected: undefined },
    { name: 'Global Privacy Control', visit: { signals: signalsOf({ 'sec-gpc': '1' }) }, expected: 'opted-out' },
    { name: 'Do Not Track', visit: { signals: signalsOf({ dnt: '1' }) }, expected: 'opted-out' },
    { name: 'Do Not Track, taken back', visit: { signals: signalsOf({ dnt: '0' }) }, expected: undefined },
    {
      name: 'a page loaded ahead',
      visit: { signals: signalsOf({ 'sec-purpose': 'prefetch;prerender' }) },
      expected: 'prefetch',
    },
    { name: 'a robot', visit: { userAgent: 'curl/8.5.0' }, expected: 'robot' },
    {
      name: 'a robot that also asks not to be tracked',
      visit: { signals: signalsOf({ dnt: '1' }), userAgent: '' },
      expected: 'opted-out',
    },
  ])('answers $expected to $name', ({ visit, expected }) => {
    expect(refuseVisit({ signals: silent, userAgent: chrome, ...visit })).toBe(expected)
  })
})

describe('isBot', () => {
  it.each([
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT_NOTE_S) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  ])('takes %s for a person', (agent) => expect(isBot(agent)).toBe(false))

  it.each([
    '',
    'curl/8.5.0',
    'python-requests/2.32',
    'Go-http-client/2.0',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36 (compatible; AdsBot-Google-Mobile)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/140 Safari/537.36 Chrome-Lighthouse',
    'Mozilla/5.0 (compatible; UptimeRobot/2.0)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'Mozilla/5.0 (compatible; archive.org_bot)',
  ])('takes "%s" for a robot', (agent) => expect(isBot(agent)).toBe(true))
})

describe('signals', () => {
  it.each(['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])('hears of a page loaded ahead by %s', (name) => {
    expect(isPrefetch(signalsOf({ [name]: 'prefetch' }))).toBe(true)
  })
  it('hears nothing where nothing is said', () => {
    expect(signalsOf({})).toEqual(silent)
    expect(optsOut(silent)).toBe(false)
    expect(isPrefetch(silent)).toBe(false)
  })
})

describe('cleanPageUrl', () => {
  it.each([
    { url: 'https://shop.example/a/b', kept: 'https://shop.example/a/b' },
    {
      url: 'https://shop.example/?utm_source=mail&token=secret&email=a@b.example#part',
      kept: 'https://shop.example/?utm_source=mail',
    },
    { url: 'https://user:pass@shop.example/x', kept: 'https://shop.example/x' },
    { url: 'http://shop.example:8080/ä?x=1', kept: 'http://shop.example:8080/%C3%A4' },
    { url: 'javascript:alert(1)', kept: undefined },
    { url: 'file:///home/me/page.html', kept: undefined },
    { url: 'data:text/html,hello', kept: undefined },
    { url: 'shop', kept: undefined },
    { url: '', kept: undefined },
  ])('keeps $kept of $url', ({ url, kept }) => expect(cleanPageUrl(url)).toBe(kept))

  it('keeps no more than 500 characters', () => {
    expect(cleanPageUrl(`https://shop.example/${'x'.repeat(1900)}`)).toHaveLength(500)
  })
})

describe('isOfSite', () => {
  it.each([
    { site: 'https://shop.example', page: 'https://shop.example/a?b', is: true },
    { site: 'https://www.shop.example/start', page: 'https://shop.example/', is: true },
    { site: 'https://shop.example', page: 'http://www.shop.example:81/', is: true },
    { site: 'https://shop.example', page: 'https://a.b.shop.example./', is: true },
    { site: 'https://bücher.example', page: 'https://xn--bcher-kva.example/', is: true },
    { site: 'https://a.shop.example', page: 'https://shop.example/', is: false },
    { site: 'https://shop.example', page: 'https://myshop.example/', is: false },
    { site: 'https://shop.example', page: 'https://shop.example.org/', is: false },
    { site: 'https://shop.example', page: '', is: false },
    { site: 'https://shop.example', page: 'null', is: false },
    { site: '', page: 'https://shop.example/', is: false },
    { site: '', page: '', is: false },
    { site: 'nowhere', page: 'nowhere', is: false },
  ])('$site, $page: $is', ({ site, page, is }) => {
    expect(isOfSite(site, page)).toBe(is)
    // On a developer's machine some hosts stand for everybody's site, and others do not become one by it.
    expect(isOfSite(site, page, ['localhost'])).toBe(is)
    expect(isOfSite(site, 'http://root.localhost:8787/_local/demo', ['localhost'])).toBe(true)
  })
})
