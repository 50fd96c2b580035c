import type { MessagePort } from 'node:worker_threads'
import { serveOrders } from '../core/documents/thread-writer.ts'
import type { PaperOrder } from './paper-order.ts'
import { writePaperPdf } from './write-paper-pdf.ts'

export const serveDocuments = (port: MessagePort): void => serveOrders<PaperOrder>(port, writePaperPdf)
