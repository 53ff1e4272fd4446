import Foundation
import Testing

@testable import mimeo

@Suite struct FileDescriptorSinkTests {
    @Test func writesAllOfIt() throws {
        try Samples.withFile("f", "") { path in
            let file = try #require(FileHandle(forWritingAtPath: path))
            let sink = FileDescriptorSink(descriptor: file.fileDescriptor)
            sink.write([1, 2])
            sink.write([])
            sink.write([3])
            #expect(sink.failure == nil)
            let bytes = try FileReading.read(path: path, atMost: 10)
            #expect(bytes == [1, 2, 3])
        }
    }

    @Test func aClosedOutputIsAFailure() {
        let sink = FileDescriptorSink(descriptor: -1)
        sink.write([1])
        #expect(sink.failure == "Bad file descriptor")
    }

    #if os(Linux)
        @Test func aFullDeviceIsAFailure() throws {
            let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let sink = FileDescriptorSink(descriptor: device.fileDescriptor)
            sink.write([1])
            #expect(sink.failure == "No space left on device")
        }
    #endif
}
