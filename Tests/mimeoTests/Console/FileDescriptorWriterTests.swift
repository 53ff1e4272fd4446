import Foundation
import Testing

@testable import mimeo

@Suite struct FileDescriptorWriterTests {
    @Test func writesAllOfIt() throws {
        try Samples.withFile("f", "") { path in
            let file = try #require(FileHandle(forWritingAtPath: path))
            let writer = FileDescriptorWriter(descriptor: file.fileDescriptor)
            writer.write([1, 2])
            writer.write([])
            writer.write([3])
            #expect(writer.failure == nil)
            let bytes = try FileReading.read(path: path, atMost: 10)
            #expect(bytes == [1, 2, 3])
        }
    }

    @Test func aClosedOutputIsAFailure() {
        let writer = FileDescriptorWriter(descriptor: -1)
        writer.write([1])
        #expect(writer.failure == "Bad file descriptor")
    }

    #if os(Linux)
        @Test func aFullDeviceIsAFailure() throws {
            let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let writer = FileDescriptorWriter(descriptor: device.fileDescriptor)
            writer.write([1])
            #expect(writer.failure == "No space left on device")
        }
    #endif
}
