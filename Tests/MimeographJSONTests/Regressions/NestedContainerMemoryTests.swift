#if os(Linux)
    import Mimeograph
    import MimeographJSON
    import TestSupport
    import Testing

    /// A nested container took 2,400 bytes until the whole value was encoded. Now it takes at most 100 besides its content.
    @Suite struct NestedContainerMemoryTests {
        @Test(.measuresMemory) func rowsTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.rows) { try JSONFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func recordsTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.records) { try JSONFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func membersTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.members) { try JSONFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func superEncodersTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.supers) { try JSONFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func deepContainersTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.deep) { try JSONFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }

        @Test(.measuresMemory) func failuresTakeLittle() async {
            await #expect(processExitsWith: .success) {
                let bytes = try NestedContainers.memory(.failing) { try JSONFormat().encode($0) }
                try #require(bytes < 140, "\(bytes) bytes for each container")
            }
        }
    }
#endif
