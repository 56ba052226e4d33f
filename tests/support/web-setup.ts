import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Each test stands alone: what one test rendered must not be found by the next.
afterEach(cleanup)
