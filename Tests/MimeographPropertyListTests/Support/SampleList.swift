import Foundation
import MimeographPropertyList

/// A list with every kind of value, for Foundation's coders and as a value of ours.
struct SampleList: Codable, Equatable {
    var text = "a<b>&\"'\u{1F600}é\n\t end"
    var integers: [Int64] = [0, 1, -1, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max, .min]
    var unsigned = UInt64.max
    var data = Data((0..<100).map { UInt8($0) })
    var dates = [123.75, -0.5, 0, -978_307_200, 252_423_993_599, -63_114_076_800, 86_399.999, -86_400.25].map {
        Date(timeIntervalSinceReferenceDate: $0)
    }
    var reals: [Double] = [
        0.1, 1e300, 3, -0.0, Double.leastNonzeroMagnitude, 1.7976931348623157e308, 1e16, 123_456_789.123, .infinity,
        -.infinity, 1 / 3, 1e22, 1e23,
        9_007_199_254_740_992, 2.2250738585072014e-308,
    ]
    var flags = [true, false]
    var empty = Empty()
    var nested = [["k": [["deep": Data((0..<70).map { UInt8($0) })]]]]
    var deep = Deep(levels: 12)
    var keys = ["B": 1, "a": 2, "_": 3, "é": 4, "Z": 5, "10": 6, "2": 7, "😀": 8, "\u{FFFD}": 9, "": 10, "<&>": 11]

    struct Empty: Codable, Equatable {
        var array: [Int] = []
        var dictionary: [String: Int] = [:]
        var data = Data()
        var string = ""
    }

    /// Data at each of many levels.
    final class Deep: Codable, Equatable {
        var data = Data(repeating: 7, count: 60)
        var inner: Deep?

        init(levels: Int) { inner = levels > 0 ? Deep(levels: levels - 1) : nil }

        static func == (left: Deep, right: Deep) -> Bool { left.data == right.data && left.inner == right.inner }
    }
}
