import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentToHtml, fillDocument, parseDocument, variablesIn } from '#shared/document-text.ts'

describe('parseDocument', () => {
  it('reads headings, paragraphs over several lines, and lists of both kinds', () => {
    const source = '# One\nfirst line\nsecond line\n\n- a\n- b\n  goes on\n1. x\n2) y\n\n## Two\nend'
    expect(parseDocument(source)).toEqual([
      { kind: 'heading', level: 2, text: 'One' },
      { kind: 'paragraph', text: 'first line second line' },
      { kind: 'list', ordered: false, items: ['a', 'b goes on'] },
      { kind: 'list', ordered: true, items: ['x', 'y'] },
      { kind: 'heading', level: 3, text: 'Two' },
      { kind: 'paragraph', text: 'end' },
    ])
  })

  it('takes anything else for text', () => {
    expect(parseDocument('#no blank\n<b>bold</b> *star*')).toEqual([
      { kind: 'paragraph', text: '#no blank <b>bold</b> *star*' },
    ])
  })
})

describe('fillDocument', () => {
  it('puts values in, leaves unknown variables out, and unfolds a list that stands alone', () => {
    const blocks = parseDocument('Hello {{ name }}{{nobody}}.\n\n{{steps}}\n\nInline: {{steps}}')
    expect(fillDocument(blocks, { name: 'Ada', steps: ['$1', '$2'] })).toEqual([
      { kind: 'paragraph', text: 'Hello Ada.' },
      { kind: 'list', ordered: false, items: ['$1', '$2'] },
      { kind: 'paragraph', text: 'Inline: $1; $2' },
    ])
  })

  it('drops a paragraph of which nothing is left', () => {
    expect(fillDocument(parseDocument('{{steps}}\n\n{{nobody}}'), { steps: [] })).toEqual([])
  })

  it('does not read values again: one that looks like a variable or a heading stays text', () => {
    expect(fillDocument(parseDocument('{{a}}'), { a: '# {{b}}', b: 'no' })).toEqual([
      { kind: 'paragraph', text: '# {{b}}' },
    ])
  })

  it('names the variables of a text once each', () => {
    expect(variablesIn('{{a}} {{ b }} {{a}}')).toEqual(['a', 'b'])
  })
})

describe('documentToHtml', () => {
  it('AGR-018 shows markup in values as text', () => {
    const html = documentToHtml(fillDocument(parseDocument('# {{n}}\n{{n}}\n- {{n}}'), { n: '<b onload="x">' }))
    const shown = '&#60;b onload=&#34;x&#34;&#62;'
    expect(html).toBe(`<h2>${shown}</h2>\n<p>${shown}</p>\n<ul><li>${shown}</li></ul>`)
  })

  it('AGR-018 never lets a tag out but its own, whatever the document and its values hold', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (source, value) => {
        const html = documentToHtml(fillDocument(parseDocument(`${source}\n{{x}}`), { x: value }))
        expect(html.replace(/<\/?(h2|h3|p|ul|ol|li)>/g, '')).not.toMatch(/[<>"']/)
      }),
    )
  })
})
