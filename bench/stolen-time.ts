import { readFileSync } from 'node:fs'

/**
 * Processor time that the host gave to other machines, in ticks since the start. Only Linux tells; elsewhere nothing is
 * ever stolen. Of sixty calls three decide, and a hundredth of a second is enough to spoil them.
 */
export function stolenTicks(): number {
  if (process.platform !== 'linux') return 0
  // cpu user nice system idle iowait irq softirq steal
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1)
  return Number(line.split(/\s+/)[8])
}
