import CImagePeer
import Harness
import Mimeograph
import MimeographImage

extension ImageRun {
    /// Measures a rotated photograph of 1200 by 1800 pixels, against libjpeg, which returns it as stored.
    mutating func upright() throws {
        let limits = limits
        let head = ResponseHead(status: 200)
        var comparison = Comparison("Turned upright, compared with libjpeg without turning")
        var slowest: Double?
        for orientation in ImageOrientation.allCases where orientation != .up {
            for (layout, isGray) in [("RGB", false), ("RGBA", false), ("gray", true)] {
                // Orientations that do not swap rows and columns cost the same.
                if layout != "RGB", orientation != .right, orientation != .left { continue }
                let body = try ImageInput.makePhoto(1800, 1200, orientation, isGray: isGray)
                let isRGBA = layout == "RGBA"
                let serializer = ImageResponseSerializer(options: isRGBA ? .rgba8 : .standard)
                let image = try serializer.read(body, head: head, limits: limits)
                guard image.metadata.orientation == .up, (image.width == 1200) == orientation.swapsAxes else {
                    throw BrokenEngine("The photo is not upright.")
                }
                let engines = [
                    Benchmark(Engine.ours, bytes: body.count) {
                        try? serializer.read(body, head: head, limits: limits).height
                    },
                    Benchmark(Self.library, bytes: body.count) { Self.decodedHeight(body, isRGBA) },
                ]
                let name = "orientation \(orientation.rawValue), \(layout)"
                let measurements = measure(name, engines)
                comparison.add(input: name, measurements)
                if measurements.count == 2 {
                    slowest = max(slowest ?? 0, measurements[0].minimum / measurements[1].minimum)
                }
            }
        }
        report.add(table: comparison.table)
        report.add(Target("image.upright.vs-libjpeg", slowest, .atMost, 1.3))
    }

    private static func decodedHeight(_ body: [UInt8], _ isRGBA: Bool) -> UInt32 {
        // SAFETY: the call reads only the buffer's bytes.
        unsafe body.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return isRGBA
                ? unsafe mimeograph_image_peer_jpeg(start, buffer.count, 1)
                : unsafe mimeograph_image_peer_stored_jpeg(start, buffer.count)
        }
    }
}
