import Foundation

extension Stream {
    /// Makes two streams. Bytes that are written to the second can be read from the first.
    ///
    /// FoundationNetworking reads without asking whether bytes are there, so the reader waits.
    static func getBoundStreams(
        withBufferSize size: Int,
        inputStream: UnsafeMutablePointer<InputStream?>,
        outputStream: UnsafeMutablePointer<OutputStream?>
    ) {
        let output = BoundOutput(toMemory: ())
        output.buffer.size = size
        unsafe inputStream.pointee = BoundInput(output.buffer)
        unsafe outputStream.pointee = output
    }
}

/// The bytes between two streams. It is unchecked because the condition protects its variables.
private final class BoundBuffer: @unchecked Sendable {
    var size = 0
    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    private var isClosed = false

    func close() {
        condition.withLock { isClosed = true }
        condition.broadcast()
    }

    /// Waits for bytes, and returns at most a number of them, or none at the end.
    func read(_ most: Int) -> [UInt8] {
        condition.withLock {
            while bytes.isEmpty, !isClosed { condition.wait() }
            let read = Array(bytes.prefix(most))
            bytes.removeFirst(read.count)
            condition.broadcast()
            return read
        }
    }

    /// Waits for room, and returns the number of bytes that were taken, which is 0 if the reader has closed the stream.
    func write(_ new: UnsafeBufferPointer<UInt8>) -> Int {
        condition.withLock {
            while bytes.count >= size, !isClosed { condition.wait() }
            if isClosed { return 0 }
            let count = min(new.count, size - bytes.count)
            unsafe bytes.append(contentsOf: new.prefix(count))
            condition.broadcast()
            return count
        }
    }
}

private final class BoundInput: InputStream {
    private let buffer: BoundBuffer

    init(_ buffer: BoundBuffer) {
        self.buffer = buffer
        super.init(data: Data())
    }

    deinit { buffer.close() }

    override var hasBytesAvailable: Bool { true }

    override func open() {}

    override func close() { buffer.close() }

    override func read(_ target: UnsafeMutablePointer<UInt8>, maxLength most: Int) -> Int {
        let bytes = buffer.read(most)
        unsafe target.update(from: bytes, count: bytes.count)
        return bytes.count
    }
}

private final class BoundOutput: OutputStream {
    let buffer = BoundBuffer()

    override func open() {}

    override func close() { buffer.close() }

    override func write(_ source: UnsafePointer<UInt8>, maxLength count: Int) -> Int {
        unsafe buffer.write(UnsafeBufferPointer(start: source, count: count))
    }
}
