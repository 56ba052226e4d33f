import { describe, expect, it } from 'vitest'
import { refusalForPage, wholePageAddress } from '#shared/campaigns/page-address.ts'

describe('the address of a page', () => {
  it('CMP-25 is that of a site of the web, or empty', () => {
    for (const good of ['', 'https://www.example.com/', 'http://a.example/b?c=d#e'])
      expect(refusalForPage(good)).toBeUndefined()
    for (const bad of [
      'example',
      'ftp://a.example/',
      'https://localhost/',
      'https://me@a.example/',
      'javascript:alert(1)',
    ])
      expect(refusalForPage(bad)).toContain('whole address')
  })

  it('is completed where people leave out how a page is fetched', () => {
    expect(wholePageAddress(' www.example.com/a ')).toBe('https://www.example.com/a')
    expect(wholePageAddress('http://a.example/')).toBe('http://a.example/')
    expect(wholePageAddress('')).toBe('')
  })
})
