import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { render } from '../render.tsx'

function field(): HTMLInputElement {
  const found = screen.getByLabelText('Amount')
  if (!(found instanceof HTMLInputElement)) throw new Error('The amount is not typed into an input.')
  return found
}

type Money = { start?: number; block?: boolean }

function Money({ start, block = false }: Money) {
  const [cents, setCents] = useState<number | undefined>(start)
  return (
    <>
      <MoneyInput label="Amount" cents={cents} onChange={setCents} blockClipboard={block} />
      <output>{String(cents)}</output>
    </>
  )
}

const cents = () => screen.getByRole('status').textContent

describe('MoneyInput', () => {
  it('takes digits and one dot, and gives cents', async () => {
    const { user } = render(<Money />)
    await user.type(field(), '1a2.3.4x9')
    expect(field().value).toBe('12.34')
    expect(cents()).toBe('1234')
  })

  it.each([
    ['12,50', '12,50', '1250', '12.50'],
    [',5', ',5', '50', '0.50'],
    ['1,000', '1,000', '100000', '1000'],
    ['1,000.5', '1000.5', '100050', '1000.50'],
    ['1,000,000', '1,000,000', '100000000', '1000000'],
  ])('WID-036 reads %j as it is typed, and says so when it is left', async (typed, shown, amount, left) => {
    const { user } = render(<Money />)
    await user.type(field(), typed)
    expect([field().value, cents()]).toEqual([shown, amount])
    await user.tab()
    expect([field().value, cents()]).toEqual([left, amount])
  })

  it('keeps the caret where a sign was refused', async () => {
    const { user } = render(<Money start={123_400} />)
    await user.type(field(), 'x', { initialSelectionStart: 2, initialSelectionEnd: 2 })
    expect(field().value).toBe('1234')
    expect(field().selectionStart).toBe(2)
  })

  it('gives no amount while it is empty', async () => {
    const { user } = render(<Money start={500} />)
    await user.clear(field())
    expect(cents()).toBe('undefined')
  })

  it('lets people paste otherwise', () => {
    render(<Money start={500} />)
    expect(fireEvent.paste(field())).toBe(true)
  })

  it('follows an amount that is set from outside', () => {
    const { rerender } = render(<MoneyInput label="Amount" cents={25_000} onChange={() => {}} />)
    rerender(<MoneyInput label="Amount" cents={50_050} onChange={() => {}} />)
    expect(field().value).toBe('500.50')
  })
})
