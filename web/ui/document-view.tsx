import { createElement } from 'react'
import type { Block } from '#shared/document-text.ts'
import classes from './document-view.module.css'

function toElement(block: Block, key: number) {
  if (block.kind === 'heading') return createElement(`h${block.level}`, { key }, block.text)
  if (block.kind === 'paragraph') return <p key={key}>{block.text}</p>
  const items = block.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document have no names and never change places.
    <li key={at}>{item}</li>
  ))
  return block.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>
}

/** A long text to read. It is drawn from plain blocks, so no matter what its words are, they stay words. */
export function DocumentView({ blocks }: { blocks: readonly Block[] }) {
  return <div className={classes.text}>{blocks.map(toElement)}</div>
}
