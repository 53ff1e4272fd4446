#if os(Linux)
    import Mimeograph
    import MimeographCBOR
    import TestSupport
    import Testing

    /// A nested container took 2,400 bytes until the whole value was encoded. Now it takes at most 100 besides its content.
    @Suite struct NestedContainerMemoryTests {
        @Test(.measuresMemory) func rowsTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.rows) { try CBORFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func recordsTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.records) { try CBORFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func membersTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.members) { try CBORFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func superEncodersTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.supers) { try CBORFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func deepContainersTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.deep) { try CBORFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func failuresTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.failing) { try CBORFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }
    }
#endif
