module @Axes {
  func.func public @main(
    %param.param: tensor<2x3x4xf32> {tf.aliasing_output = 0 : i32, jax.arg_info = "param param"},
    %state.param.acc.0: tensor<2xf32> {tf.aliasing_output = 1 : i32, jax.arg_info = "state param acc.0"},
    %state.param.acc.1: tensor<3xf32> {tf.aliasing_output = 2 : i32, jax.arg_info = "state param acc.1"},
    %state.param.acc.2: tensor<2x3xf32> {tf.aliasing_output = 3 : i32, jax.arg_info = "state param acc.2"},
    %grad.param: tensor<2x3x4xf32> {jax.arg_info = "grad param"}
  ) -> (
    tensor<2x3x4xf32> {jax.result_info = "param param"},
    tensor<2xf32> {jax.result_info = "state param acc.0"},
    tensor<3xf32> {jax.result_info = "state param acc.1"},
    tensor<2x3xf32> {jax.result_info = "state param acc.2"}
  ) {
    %0 = stablehlo.reshape %state.param.acc.0 : (tensor<2xf32>) -> tensor<2x1x1xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<2x1x1xf32>) -> tensor<2x3x4xf32>
    %2 = stablehlo.reshape %state.param.acc.1 : (tensor<3xf32>) -> tensor<1x3x1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
    %4 = stablehlo.reshape %state.param.acc.2 : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<2x3x1xf32>) -> tensor<2x3x4xf32>
    %6 = stablehlo.minimum %1, %3 : tensor<2x3x4xf32>
    %7 = stablehlo.minimum %6, %5 : tensor<2x3x4xf32>
    %8 = stablehlo.multiply %grad.param, %grad.param : tensor<2x3x4xf32>
    %9 = stablehlo.add %7, %8 : tensor<2x3x4xf32>
    %10 = stablehlo.convert %9 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf64>
    %11 = stablehlo.constant dense<0.0> : tensor<f64>
    %12 = stablehlo.reduce(%10 init: %11) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2xf64>
    %13 = stablehlo.constant dense<12.0> : tensor<2xf64>
    %14 = stablehlo.divide %12, %13 : tensor<2xf64>
    %15 = stablehlo.reshape %14 : (tensor<2xf64>) -> tensor<2x1x1xf64>
    %16 = stablehlo.convert %15 : (tensor<2x1x1xf64>) -> tensor<2x1x1xf32>
    %17 = stablehlo.reduce(%10 init: %11) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<3xf64>
    %18 = stablehlo.constant dense<8.0> : tensor<3xf64>
    %19 = stablehlo.divide %17, %18 : tensor<3xf64>
    %20 = stablehlo.reshape %19 : (tensor<3xf64>) -> tensor<1x3x1xf64>
    %21 = stablehlo.convert %20 : (tensor<1x3x1xf64>) -> tensor<1x3x1xf32>
    %22 = stablehlo.reduce(%10 init: %11) applies stablehlo.add across dimensions = [2] : (tensor<2x3x4xf64>, tensor<f64>) -> tensor<2x3xf64>
    %23 = stablehlo.constant dense<4.0> : tensor<2x3xf64>
    %24 = stablehlo.divide %22, %23 : tensor<2x3xf64>
    %25 = stablehlo.reshape %24 : (tensor<2x3xf64>) -> tensor<2x3x1xf64>
    %26 = stablehlo.convert %25 : (tensor<2x3x1xf64>) -> tensor<2x3x1xf32>
    %27 = stablehlo.sqrt %9 : tensor<2x3x4xf32>
    %28 = stablehlo.divide %grad.param, %27 : tensor<2x3x4xf32>
    %29 = stablehlo.subtract %param.param, %28 : tensor<2x3x4xf32>
    %30 = stablehlo.reshape %16 : (tensor<2x1x1xf32>) -> tensor<2xf32>
    %31 = stablehlo.abs %30 : tensor<2xf32>
    %32 = stablehlo.constant dense<1.1754944e-38> : tensor<2xf32>
    %33 = stablehlo.constant dense<0.0> : tensor<2xf32>
    %34 = stablehlo.compare LT, %31, %32 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %35 = stablehlo.select %34, %33, %30 : tensor<2xi1>, tensor<2xf32>
    %36 = stablehlo.reshape %21 : (tensor<1x3x1xf32>) -> tensor<3xf32>
    %37 = stablehlo.abs %36 : tensor<3xf32>
    %38 = stablehlo.constant dense<1.1754944e-38> : tensor<3xf32>
    %39 = stablehlo.constant dense<0.0> : tensor<3xf32>
    %40 = stablehlo.compare LT, %37, %38 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %41 = stablehlo.select %40, %39, %36 : tensor<3xi1>, tensor<3xf32>
    %42 = stablehlo.reshape %26 : (tensor<2x3x1xf32>) -> tensor<2x3xf32>
    %43 = stablehlo.abs %42 : tensor<2x3xf32>
    %44 = stablehlo.constant dense<1.1754944e-38> : tensor<2x3xf32>
    %45 = stablehlo.constant dense<0.0> : tensor<2x3xf32>
    %46 = stablehlo.compare LT, %43, %44 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %47 = stablehlo.select %46, %45, %42 : tensor<2x3xi1>, tensor<2x3xf32>
    return %29, %35, %41, %47 : tensor<2x3x4xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2x3xf32>
  }
}
