module @Lion {
  func.func public @main(
    %param.param: tensor<64x32xf32> {tf.aliasing_output = 0 : i32, jax.arg_info = "param param"},
    %state.param.exp_avg: tensor<64x32xf32> {tf.aliasing_output = 1 : i32, jax.arg_info = "state param exp_avg"},
    %grad.param: tensor<64x32xf32> {jax.arg_info = "grad param"},
    %hyper.default.betas.0: tensor<f64> {jax.arg_info = "hyper default betas.0"},
    %hyper.default.betas.1: tensor<f64> {jax.arg_info = "hyper default betas.1"},
    %hyper.default.lr: tensor<f64> {jax.arg_info = "hyper default lr"},
    %hyper.default.weight_decay: tensor<f64> {jax.arg_info = "hyper default weight_decay"}
  ) -> (
    tensor<64x32xf32> {jax.result_info = "param param"},
    tensor<64x32xf32> {jax.result_info = "state param exp_avg"}
  ) {
    %0 = stablehlo.convert %hyper.default.betas.0 : (tensor<f64>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %2 = stablehlo.multiply %1, %state.param.exp_avg : tensor<64x32xf32>
    %3 = stablehlo.constant dense<1.0> : tensor<f64>
    %4 = stablehlo.subtract %3, %hyper.default.betas.0 : tensor<f64>
    %5 = stablehlo.convert %4 : (tensor<f64>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %7 = stablehlo.multiply %6, %grad.param : tensor<64x32xf32>
    %8 = stablehlo.add %2, %7 : tensor<64x32xf32>
    %9 = stablehlo.sign %8 : tensor<64x32xf32>
    %10 = stablehlo.multiply %hyper.default.lr, %hyper.default.weight_decay : tensor<f64>
    %11 = stablehlo.subtract %3, %10 : tensor<f64>
    %12 = stablehlo.convert %11 : (tensor<f64>) -> tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %14 = stablehlo.multiply %param.param, %13 : tensor<64x32xf32>
    %15 = stablehlo.convert %hyper.default.lr : (tensor<f64>) -> tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %17 = stablehlo.multiply %16, %9 : tensor<64x32xf32>
    %18 = stablehlo.subtract %14, %17 : tensor<64x32xf32>
    %19 = stablehlo.convert %hyper.default.betas.1 : (tensor<f64>) -> tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %21 = stablehlo.multiply %20, %state.param.exp_avg : tensor<64x32xf32>
    %22 = stablehlo.subtract %3, %hyper.default.betas.1 : tensor<f64>
    %23 = stablehlo.convert %22 : (tensor<f64>) -> tensor<f32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %25 = stablehlo.multiply %24, %grad.param : tensor<64x32xf32>
    %26 = stablehlo.add %21, %25 : tensor<64x32xf32>
    %27 = stablehlo.abs %26 : tensor<64x32xf32>
    %28 = stablehlo.constant dense<1.1754944e-38> : tensor<64x32xf32>
    %29 = stablehlo.constant dense<0.0> : tensor<64x32xf32>
    %30 = stablehlo.compare LT, %27, %28 : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xi1>
    %31 = stablehlo.select %30, %29, %26 : tensor<64x32xi1>, tensor<64x32xf32>
    return %18, %31 : tensor<64x32xf32>, tensor<64x32xf32>
  }
}
