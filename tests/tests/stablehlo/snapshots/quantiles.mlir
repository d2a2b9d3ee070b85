module @Clipped {
  func.func public @main(
    %param.param: tensor<64x32xf32> {tf.aliasing_output = 0 : i32, jax.arg_info = "param param"},
    %grad.param: tensor<64x32xf32> {jax.arg_info = "grad param"},
    %hyper.default.fraction: tensor<f64> {jax.arg_info = "hyper default fraction"},
    %hyper.default.lr: tensor<f64> {jax.arg_info = "hyper default lr"}
  ) -> (
    tensor<64x32xf32> {jax.result_info = "param param"}
  ) {
    %0 = stablehlo.abs %grad.param : tensor<64x32xf32>
    %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %2 = stablehlo.constant dense<0.0> : tensor<f64>
    %3 = stablehlo.constant dense<1.0> : tensor<f64>
    %4 = stablehlo.compare GE, %hyper.default.fraction, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %5 = stablehlo.compare LE, %hyper.default.fraction, %3 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %6 = stablehlo.and %4, %5 : tensor<i1>
    %7 = stablehlo.select %6, %hyper.default.fraction, %2 : tensor<i1>, tensor<f64>
    %8 = stablehlo.constant dense<31.0> : tensor<f64>
    %9 = stablehlo.multiply %7, %8 : tensor<f64>
    %10 = stablehlo.floor %9 : tensor<f64>
    %11 = stablehlo.subtract %9, %10 : tensor<f64>
    %12 = stablehlo.add %10, %3 : tensor<f64>
    %13 = stablehlo.convert %10 : (tensor<f64>) -> tensor<i64>
    %14 = stablehlo.constant dense<0> : tensor<i64>
    %15 = stablehlo.dynamic_slice %1, %14, %13, sizes = [64, 1] : (tensor<64x32xf32>, tensor<i64>, tensor<i64>) -> tensor<64x1xf32>
    %16 = stablehlo.convert %15 : (tensor<64x1xf32>) -> tensor<64x1xf64>
    %17 = stablehlo.convert %12 : (tensor<f64>) -> tensor<i64>
    %18 = stablehlo.dynamic_slice %1, %14, %17, sizes = [64, 1] : (tensor<64x32xf32>, tensor<i64>, tensor<i64>) -> tensor<64x1xf32>
    %19 = stablehlo.convert %18 : (tensor<64x1xf32>) -> tensor<64x1xf64>
    %20 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f64>) -> tensor<64x1xf64>
    %21 = stablehlo.constant dense<0.0> : tensor<64x1xf64>
    %22 = stablehlo.constant dense<1.0> : tensor<64x1xf64>
    %23 = stablehlo.subtract %22, %20 : tensor<64x1xf64>
    %24 = stablehlo.subtract %19, %16 : tensor<64x1xf64>
    %25 = stablehlo.multiply %20, %24 : tensor<64x1xf64>
    %26 = stablehlo.add %16, %25 : tensor<64x1xf64>
    %27 = stablehlo.minimum %26, %19 : tensor<64x1xf64>
    %28 = stablehlo.multiply %23, %24 : tensor<64x1xf64>
    %29 = stablehlo.subtract %19, %28 : tensor<64x1xf64>
    %30 = stablehlo.maximum %29, %16 : tensor<64x1xf64>
    %31 = stablehlo.multiply %23, %16 : tensor<64x1xf64>
    %32 = stablehlo.multiply %20, %19 : tensor<64x1xf64>
    %33 = stablehlo.add %31, %32 : tensor<64x1xf64>
    %34 = stablehlo.compare GT, %16, %21 : (tensor<64x1xf64>, tensor<64x1xf64>) -> tensor<64x1xi1>
    %35 = stablehlo.compare LT, %19, %21 : (tensor<64x1xf64>, tensor<64x1xf64>) -> tensor<64x1xi1>
    %36 = stablehlo.select %35, %30, %33 : tensor<64x1xi1>, tensor<64x1xf64>
    %37 = stablehlo.select %34, %27, %36 : tensor<64x1xi1>, tensor<64x1xf64>
    %38 = stablehlo.compare EQ, %16, %19 : (tensor<64x1xf64>, tensor<64x1xf64>) -> tensor<64x1xi1>
    %39 = stablehlo.compare EQ, %20, %21 : (tensor<64x1xf64>, tensor<64x1xf64>) -> tensor<64x1xi1>
    %40 = stablehlo.or %38, %39 : tensor<64x1xi1>
    %41 = stablehlo.select %40, %16, %37 : tensor<64x1xi1>, tensor<64x1xf64>
    %42 = stablehlo.compare NE, %0, %0 : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xi1>
    %43 = stablehlo.constant dense<false> : tensor<i1>
    %44 = stablehlo.reduce(%42 init: %43) applies stablehlo.or across dimensions = [1] : (tensor<64x32xi1>, tensor<i1>) -> tensor<64xi1>
    %45 = stablehlo.reshape %44 : (tensor<64xi1>) -> tensor<64x1xi1>
    %46 = stablehlo.constant dense<0x7FF8000000000000> : tensor<64x1xf64>
    %47 = stablehlo.select %45, %46, %41 : tensor<64x1xi1>, tensor<64x1xf64>
    %48 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<64x1xi1>
    %49 = stablehlo.select %48, %47, %46 : tensor<64x1xi1>, tensor<64x1xf64>
    %50 = stablehlo.convert %49 : (tensor<64x1xf64>) -> tensor<64x1xf32>
    %51 = stablehlo.constant dense<0.99> : tensor<f64>
    %52 = stablehlo.reshape %0 : (tensor<64x32xf32>) -> tensor<2048xf32>
    %53 = "stablehlo.sort"(%52) <{dimension = 0 : i64, is_stable = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<2048xf32>) -> tensor<2048xf32>
    %54 = stablehlo.compare GE, %51, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %55 = stablehlo.compare LE, %51, %3 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %56 = stablehlo.and %54, %55 : tensor<i1>
    %57 = stablehlo.select %56, %51, %2 : tensor<i1>, tensor<f64>
    %58 = stablehlo.constant dense<2047.0> : tensor<f64>
    %59 = stablehlo.multiply %57, %58 : tensor<f64>
    %60 = stablehlo.floor %59 : tensor<f64>
    %61 = stablehlo.subtract %59, %60 : tensor<f64>
    %62 = stablehlo.add %60, %3 : tensor<f64>
    %63 = stablehlo.convert %60 : (tensor<f64>) -> tensor<i64>
    %64 = stablehlo.dynamic_slice %53, %63, sizes = [1] : (tensor<2048xf32>, tensor<i64>) -> tensor<1xf32>
    %65 = stablehlo.convert %64 : (tensor<1xf32>) -> tensor<1xf64>
    %66 = stablehlo.convert %62 : (tensor<f64>) -> tensor<i64>
    %67 = stablehlo.dynamic_slice %53, %66, sizes = [1] : (tensor<2048xf32>, tensor<i64>) -> tensor<1xf32>
    %68 = stablehlo.convert %67 : (tensor<1xf32>) -> tensor<1xf64>
    %69 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<f64>) -> tensor<1xf64>
    %70 = stablehlo.constant dense<0.0> : tensor<1xf64>
    %71 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %72 = stablehlo.subtract %71, %69 : tensor<1xf64>
    %73 = stablehlo.subtract %68, %65 : tensor<1xf64>
    %74 = stablehlo.multiply %69, %73 : tensor<1xf64>
    %75 = stablehlo.add %65, %74 : tensor<1xf64>
    %76 = stablehlo.minimum %75, %68 : tensor<1xf64>
    %77 = stablehlo.multiply %72, %73 : tensor<1xf64>
    %78 = stablehlo.subtract %68, %77 : tensor<1xf64>
    %79 = stablehlo.maximum %78, %65 : tensor<1xf64>
    %80 = stablehlo.multiply %72, %65 : tensor<1xf64>
    %81 = stablehlo.multiply %69, %68 : tensor<1xf64>
    %82 = stablehlo.add %80, %81 : tensor<1xf64>
    %83 = stablehlo.compare GT, %65, %70 : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %84 = stablehlo.compare LT, %68, %70 : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %85 = stablehlo.select %84, %79, %82 : tensor<1xi1>, tensor<1xf64>
    %86 = stablehlo.select %83, %76, %85 : tensor<1xi1>, tensor<1xf64>
    %87 = stablehlo.compare EQ, %65, %68 : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %88 = stablehlo.compare EQ, %69, %70 : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %89 = stablehlo.or %87, %88 : tensor<1xi1>
    %90 = stablehlo.select %89, %65, %86 : tensor<1xi1>, tensor<1xf64>
    %91 = stablehlo.compare NE, %52, %52 : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xi1>
    %92 = stablehlo.reduce(%91 init: %43) applies stablehlo.or across dimensions = [0] : (tensor<2048xi1>, tensor<i1>) -> tensor<i1>
    %93 = stablehlo.reshape %92 : (tensor<i1>) -> tensor<1xi1>
    %94 = stablehlo.constant dense<0x7FF8000000000000> : tensor<1xf64>
    %95 = stablehlo.select %93, %94, %90 : tensor<1xi1>, tensor<1xf64>
    %96 = stablehlo.broadcast_in_dim %56, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %97 = stablehlo.select %96, %95, %94 : tensor<1xi1>, tensor<1xf64>
    %98 = stablehlo.reshape %97 : (tensor<1xf64>) -> tensor<f64>
    %99 = stablehlo.convert %98 : (tensor<f64>) -> tensor<f32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [] : (tensor<f32>) -> tensor<64x1xf32>
    %101 = stablehlo.minimum %50, %100 : tensor<64x1xf32>
    %102 = stablehlo.negate %101 : tensor<64x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x32xf32>
    %104 = stablehlo.broadcast_in_dim %101, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x32xf32>
    %105 = stablehlo.maximum %grad.param, %103 : tensor<64x32xf32>
    %106 = stablehlo.minimum %105, %104 : tensor<64x32xf32>
    %107 = stablehlo.convert %hyper.default.lr : (tensor<f64>) -> tensor<f32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %109 = stablehlo.multiply %108, %106 : tensor<64x32xf32>
    %110 = stablehlo.subtract %param.param, %109 : tensor<64x32xf32>
    return %110 : tensor<64x32xf32>
  }
}
