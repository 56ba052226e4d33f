import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { findFault } from '#web/ui/price-fault.ts'
import { PriceInput } from '#web/ui/price-input.tsx'
import { render } from '../render.tsx'

function Form() {
  const [price, setPrice] = useState(0)
  const [sent, setSent] = useState('nothing')
  return (
    <>
      <PriceInput label="Fee" decimals={2} price={price} onChange={setPrice} />
      <button type="button" onClick={() => !findFault({ fees: [price] }) && setSent(String(price))}>
        Save
      </button>
      <output>{sent}</output>
    </>
  )
}
const field = () => screen.getByLabelText('Fee') as HTMLInputElement
const type = (value: string) => {
  fireEvent.focus(field())
  fireEvent.change(field(), { target: { value } })
  fireEvent.blur(field())
}

describe('a price', () => {
  it('that is too large stays as it was typed, is said at its field, and is not sent', async () => {
    const { user } = render(<Form />)
    type('99999999999')
    expect(field().value).toBe('99999999999')
    expect(screen.getByText('Enter an amount of at most $1,000,000.00.')).toBeDefined()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByRole('status').textContent).toBe('nothing')
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('99999999999')
    type('12.5')
    expect(field().value).toBe('$12.50')
    expect(screen.queryByText(/Enter an amount/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByRole('status').textContent).toBe('125000')
  })

  it('WID-036 WID-037 takes digits and one dot only, and Backspace, arrows and Tab work', async () => {
    const { user } = render(<Form />)
    await user.click(field())
    await user.keyboard('1.2.3x')
    expect(field().value).toBe('1.23')
    await user.keyboard('{Backspace}{ArrowLeft}4')
    expect(field().value).toBe('1.42')
    await user.tab()
    expect(document.activeElement).not.toBe(field())
  })

  it.each([
    ['5', '$5.00'],
    ['1234.5', '$1,234.50'],
    ['5.', '$5.00'],
    ['.', '$0.00'],
    ['.5', '$0.50'],
    ['12,50', '$12.50'],
    ['1,250', '$1,250.00'],
  ])('WID-038 WID-039 CON-017 of %j is shown as %s when it is left', async (typed, shown) => {
    const { user } = render(<Form />)
    await user.click(field())
    await user.keyboard(typed)
    await user.tab()
    expect(field().value).toBe(shown)
  })

  it('that is emptied is nothing', () => {
    render(<Form />)
    type('12')
    type('')
    expect(field().value).toBe('$0.00')
  })
})
