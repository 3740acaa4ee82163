export const renderReceipt = async (_receipt: unknown): Promise<Buffer> => Buffer.alloc(0)
