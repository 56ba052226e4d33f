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

  it('CMP-25 lies on the public internet', () => {
    for (const host of [
      '10.0.0.1',
      '127.0.0.1',
      '0x7f.1',
      '172.16.0.9',
      '192.168.1.1',
      '169.254.169.254',
      'printer.local',
    ])
      expect(refusalForPage(`http://${host}/`), host).toContain('public internet')
    for (const host of ['172.15.0.1', '172.32.0.1', '11.0.0.1', '100.example.com', 'local.example.com'])
      expect(refusalForPage(`http://${host}/`), host).toBeUndefined()
  })

  it('is completed where people leave out how a page is fetched', () => {
    expect(wholePageAddress(' www.example.com/a ')).toBe('https://www.example.com/a')
    expect(wholePageAddress('http://a.example/')).toBe('http://a.example/')
    expect(wholePageAddress('')).toBe('')
  })
})
