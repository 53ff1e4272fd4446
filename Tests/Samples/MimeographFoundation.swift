import Foundation
import FoundationNetworking

private let url = URL(fileURLWithPath: "/")
