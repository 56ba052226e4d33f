import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { FeeInput } from '#web/ui/fee-input.tsx'
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

function Fee({ start = 0 }: { start?: number }) {
  const [cents, setCents] = useState(start)
  return (
    <>
      <FeeInput label="Amount" cents={cents} onChange={setCents} />
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

describe('FeeInput', () => {
  it('WID-036 takes digits and one dot only', async () => {
    const { user } = render(<Fee />)
    await user.clear(field())
    await user.type(field(), '1.2.3x')
    expect(field().value).toBe('1.23')
  })

  it('WID-037 lets Backspace, arrows and Tab work', async () => {
    const { user } = render(<Fee />)
    await user.clear(field())
    await user.type(field(), '125{ArrowLeft}{Backspace}')
    expect(field().value).toBe('15')
    await user.tab()
    expect(document.activeElement).not.toBe(field())
  })

  it('WID-038 becomes 0 when it is left with a dot alone', async () => {
    const { user } = render(<Fee start={700} />)
    await user.clear(field())
    await user.type(field(), '.')
    await user.tab()
    expect(cents()).toBe('0')
    expect(field().value).toBe('$0.00')
  })

  it('keeps what is no fee as it was typed, says what is wrong, and is mended', async () => {
    const { user } = render(<Fee start={700} />)
    await user.clear(field())
    await user.type(field(), '99999999999')
    await user.tab()
    expect([field().value, cents()]).toEqual(['99999999999', 'NaN'])
    expect(screen.getByText('Enter an amount of at most $1,000,000.00.')).toBeDefined()
    expect(field().dataset.fault).toBe('true')
    await user.click(field())
    expect(field().value).toBe('99999999999')
    await user.clear(field())
    await user.type(field(), '9')
    await user.tab()
    expect([field().value, cents(), field().dataset.fault]).toEqual(['$9.00', '900', undefined])
  })

  it('WID-039 CON-017 is shown as currency when it is left', async () => {
    const { user } = render(<Fee />)
    await user.clear(field())
    await user.type(field(), '1234.5')
    await user.tab()
    expect(field().value).toBe('$1,234.50')
    expect(cents()).toBe('123450')
  })
})
