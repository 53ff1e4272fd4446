import Mimeograph
import MimeographImage

/// The table that the server makes from a seed. `table` in `soak.py` is its counterpart.
struct SoakTable: Codable, Equatable, Sendable {
    var seed: Int
    var row: [SoakRow]

    init(seed: Int, rows: Int) {
        self.seed = seed
        row = (0..<rows).map { SoakRow(seed: seed, index: $0) }
    }
}

/// A row of the table, also used as a line of NDJSON, an event and a form.
struct SoakRow: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var ratio: Double
    var on: Bool

    init(seed: Int, index: Int) {
        id = (seed * 31 + index * 7919) % 1_000_003
        name = "Row \(id) é€\u{1D11E} <&>"
        ratio = Double(id) * 0.125
        on = id % 2 == 0
    }
}

/// Returns the bytes of the picture that the server makes from a seed, with 64 columns and three samples per pixel.
func soakPixels(seed: Int, rows: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows * 192)
    for y in 0..<rows {
        for x in 0..<64 {
            bytes.append(UInt8((x * 3 + seed) % 256))
            bytes.append(UInt8((y * 5 + seed) % 256))
            bytes.append(UInt8((x ^ y ^ seed) & 255))
        }
    }
    return bytes
}

/// Returns the pixels of an image without padding between its rows.
func packedPixels(_ image: Image) -> [UInt8] {
    let width = image.width * 3
    if image.bytesPerRow == width { return image.pixels }
    return (0..<image.height).flatMap { image.pixels[$0 * image.bytesPerRow..<$0 * image.bytesPerRow + width] }
}
