import { afterAll, afterEach } from 'vitest'
import { tellFaults } from './faults.ts'
import { endFile } from './file-end.ts'

afterEach(({ task }) => tellFaults(task.result?.errors))
afterAll(endFile)
